/** A text as HTML shows it, also inside an attribute: nothing in it is markup. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, sign => `&#${sign.codePointAt(0)};`)
