/** By what the server lets in the style sheets that libraries make while this page is open; nothing in development, or without a page. */
export const styleNonce =
  globalThis.document?.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce ?? ''

// Where the library looks that keeps a page from scrolling behind Mantine's dialogs.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
