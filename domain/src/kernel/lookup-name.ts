/** A name of a host as it is looked up: the browser's own way to write other scripts in ASCII spares a library for it. */
export const asLookedUp = (name: string): string =>
  /[^\0-\x7F]/.test(name) && URL.canParse(`http://${name}/`) ? new URL(`http://${name}/`).hostname : name

/** A web address in ASCII, as programs expect it: people write other scripts, in the name of the site and behind it. */
export const asciiAddress = (address: string): string =>
  /[^!-~]/.test(address) && URL.canParse(address) ? new URL(address).href : address
