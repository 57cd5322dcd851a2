import type { Services } from '#server/platform/http/route.ts'
import { storeSquares } from '#server/platform/storage/square-picture.ts'

const frame = (background: string, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="512" height="512"><rect width="200" height="200" fill="${background}"/>${content}</svg>`

/** Drawn here, so that the demo needs no files from outside. */
const logos = {
  bluebird: frame(
    '#1f5fa8',
    `<path d="M44 122c0-40 30-66 68-66 22 0 38 12 44 26l24 6-22 10c-2 40-34 58-66 58H40l26-16c-14-4-22-10-22-18z" fill="#fff"/>
<path d="M70 116c20 14 48 12 62-8" fill="none" stroke="#1f5fa8" stroke-width="9" stroke-linecap="round"/><circle cx="132" cy="82" r="6" fill="#1f5fa8"/>`,
  ),
  harbor: frame(
    '#123c4a',
    `<path d="M48 64h92v38a42 42 0 0 1-42 42h-8a42 42 0 0 1-42-42z" fill="#f6e7cf"/>
<path d="M140 76h8a19 19 0 0 1 0 38h-12" fill="none" stroke="#f6e7cf" stroke-width="10"/>
<path d="M30 168q17.500-14 35 0t35 0 35 0 35 0" fill="none" stroke="#e9a15b" stroke-width="8" stroke-linecap="round"/>`,
  ),
  northwind: frame(
    '#e9efe4',
    `<circle cx="140" cy="60" r="20" fill="#e2703a"/><path d="M20 152 78 62l34 52 18-24 50 62z" fill="#24503b"/>
<path d="m78 62-20 31 14-4 10 10 10-14z" fill="#fff"/>`,
  ),
}
export type DemoLogo = keyof typeof logos

/** @returns the storage key */
export const storeDemoLogo = async ({ storage }: Services, name: DemoLogo): Promise<string> => {
  const key = await storeSquares(storage, Buffer.from(logos[name]))
  if (key === null) throw new Error(`The demo logo ${name} cannot be drawn`)
  return key
}
