/** What is said of a row whose post already is as the row says (docs/product/imports.md "Repeated rows"). */
export const unchangedNotice = 'Nothing has changed: the post stays as it is.'
