// Puts a button that copies beside each link of a page.
export function begin(page) {
  for (const field of page.querySelectorAll("input[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = "Copy";
    button.addEventListener("click", () => {
      field.select();
      // The old way, because the new one is closed to pages that came without https, as in a network at home.
      if (!document.execCommand("copy")) return;
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
    field.addEventListener("focus", () => field.select());
    field.after(button);
  }
}

// Where the page is the document; what a table has in its drawer it begins itself.
begin(document);
