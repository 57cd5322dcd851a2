import sharp from 'sharp'

const frame = (background: string, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="400" height="400"><rect width="200" height="200" fill="${background}"/>${content}</svg>`

/** The brands' logos, drawn here so that no page loads anything from outside. */
const logos: Record<string, string> = {
  harbor: frame(
    '#123c4a',
    `<path d="M48 70h88v34a40 40 0 0 1-40 40H88a40 40 0 0 1-40-40z" fill="#f6e7cf"/>
<path d="M136 80h10a18 18 0 0 1 0 36h-12" fill="none" stroke="#f6e7cf" stroke-width="10"/>
<path d="M74 34c-8 8 8 12 0 22M96 34c-8 8 8 12 0 22M118 34c-8 8 8 12 0 22" fill="none" stroke="#e9a15b" stroke-width="6" stroke-linecap="round"/>
<path d="M30 166q17.500-14 35 0t35 0 35 0 35 0" fill="none" stroke="#e9a15b" stroke-width="7" stroke-linecap="round"/>`,
  ),
  northwind: frame(
    '#e9efe4',
    `<circle cx="138" cy="62" r="20" fill="#e2703a"/><path d="M20 152 78 62l34 52 18-24 50 62z" fill="#24503b"/>
<path d="m78 62-20 31 14-4 10 10 10-14z" fill="#fff"/><path d="M34 170h132" stroke="#24503b" stroke-width="8" stroke-linecap="round"/>`,
  ),
  juniper: frame(
    '#f4e3d3',
    `<ellipse cx="100" cy="112" rx="68" ry="44" fill="#b5713c"/><path d="M58 92l20 30M88 82l20 34M118 82l18 32" stroke="#f4e3d3" stroke-width="9" stroke-linecap="round"/>
<circle cx="146" cy="52" r="12" fill="#3f5a78"/><circle cx="124" cy="40" r="9" fill="#3f5a78"/>`,
  ),
  sandbox: frame(
    '#3b4a6b',
    '<path d="M40 130h120l-14 34H54z" fill="#f2c879"/><path d="M100 40 150 124H50z" fill="#fff"/>',
  ),
}

export function logoSvg(name: string): string | undefined {
  return Object.hasOwn(logos, name) ? logos[name] : undefined
}

/** The logo as a PNG, as a network's API would serve it. */
export async function logoPng(name: string): Promise<Buffer | undefined> {
  const svg = logoSvg(name)
  return svg === undefined ? undefined : sharp(Buffer.from(svg)).resize(400, 400).png().toBuffer()
}
