import type { Services } from '#server/platform/http/route.ts'
import { storeSquares } from '#server/platform/pictures/square-picture.ts'

/** Drawn here; a client's logo is its account's on the sandbox. */
const agencyLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="512" height="512"><rect width="200" height="200" fill="#1f5fa8"/>
<path d="M44 122c0-40 30-66 68-66 22 0 38 12 44 26l24 6-22 10c-2 40-34 58-66 58H40l26-16c-14-4-22-10-22-18z" fill="#fff"/>
<path d="M70 116c20 14 48 12 62-8" fill="none" stroke="#1f5fa8" stroke-width="9" stroke-linecap="round"/><circle cx="132" cy="82" r="6" fill="#1f5fa8"/></svg>`

/** @returns the storage key. @throws when the bytes are no picture */
const storeLogo = async ({ storage }: Services, bytes: Buffer): Promise<string> => {
  const key = await storeSquares(storage, bytes)
  if (key === null) throw new Error('A demo logo cannot be drawn')
  return key
}

export const storeAgencyLogo = (services: Services): Promise<string> =>
  storeLogo(services, Buffer.from(agencyLogo))

/** Stores the picture at this address of the sandbox. */
export const storeClientLogo = async (services: Services, url: string): Promise<string> => {
  const response = await fetch(url)
  return storeLogo(services, Buffer.from(await response.arrayBuffer()))
}
