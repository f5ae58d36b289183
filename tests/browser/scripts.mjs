// What would run if any page took a text for HTML, an attribute, a style, a script or a link; `ran` is what each calls.
export const SCRIPTS = [
  "<script>ran()</script>",
  "</script><script>ran()</script>",
  "<img src=x onerror=ran()>",
  "\"><svg onload=ran()>",
  "'><body onload=ran()>",
  "</title><img src=x onerror=ran()>",
  "</textarea><img src=x onerror=ran()>",
  "\" autofocus onfocus=ran() x=\"",
  "' autofocus onfocus=ran() x='",
  "javascript:ran()",
  "<a href=javascript:ran()>here</a>",
  "<iframe srcdoc='<img src=x onerror=parent.ran()>'>",
  "<style>@import'//x.invalid'</style>",
  "<base href=//x.invalid/>",
  "<meta http-equiv=refresh content=0;//x.invalid>",
  "<form action=//x.invalid><button>Go</button></form>",
  "{{constructor.constructor('ran()')()}}",
  "${ran()}`-ran()-`",
  "</option></select><img src=x onerror=ran()>",
  "<!--><img src=x onerror=ran()>-->",
  "&lt;img src=x onerror=ran()&gt;",
  "\\u003cimg src=x onerror=ran()\\u003e",
  "<math><mtext><img src=x onerror=ran()>",
  "<link rel=stylesheet href=//x.invalid>",
  "<object data=javascript:ran()>",
];

/** Notes whatever a page does because of a text: what it runs, asks for, or is refused by its policy. */
export async function watched(guest) {
  const ran = [];
  await guest.page.exposeFunction("ran", () => ran.push("a script in a text ran"));
  guest.page.on("dialog", () => ran.push("a dialog"));
  guest.page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(guest.server.url).origin) ran.push(request.url());
  });
  await guest.page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`refused by the policy: ${event.violatedDirective} ${event.sourceFile} ${event.sample}`);
    });
  });
  return ran;
}

/** Opens folds, focuses fields, and says which elements of a page only a text can have made. */
export async function strange(page) {
  return await page.evaluate(() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    for (const field of document.querySelectorAll("input:not([type=hidden]), textarea, select")) field.focus();
    const made =
      "main script:not([src]), main iframe[srcdoc], main base, main meta, main object, main [onerror], main [onload], main [onfocus], main img[src=x], main a[href^=javascript]";
    return [...document.querySelectorAll(made)]
      .filter((it) => it.getAttribute("type") !== "application/json")
      .map((it) => it.outerHTML);
  });
}
