// A field in which something is proposed: where it is entered all of it is selected, so that what is typed takes its place.
export function begin(page) {
  for (const field of page.querySelectorAll("input[data-proposed]")) {
    let entered = false;
    field.addEventListener("focus", () => {
      entered = true;
      field.select();
    });
    // The press that enters it would put the caret where it is.
    field.addEventListener("mouseup", (event) => {
      if (entered) event.preventDefault();
      entered = false;
    });
    field.addEventListener("blur", () => (entered = false));
  }
}

// Where the page is the document; what a table has in its drawer it begins itself.
begin(document);
