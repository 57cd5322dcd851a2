import sharp from 'sharp'
import { escapeHtml } from '../pages/html.ts'
import type { Design } from '../platform/model.ts'

/** The arrangements to choose from. */
export const templates = {
  plain: 'Plain',
  band: 'Band',
  frame: 'Frame',
  corner: 'Corner',
} as const

type Drawn = Pick<Design, 'width' | 'height' | 'template' | 'text' | 'small_text' | 'background' | 'colour'>

/** What a template adds behind the text; a tenth of the shorter side is its unit. */
const decoration = ({ width, height, template, colour }: Drawn): string => {
  const unit = Math.min(width, height) / 10
  if (template === 'band')
    return `<rect y="${height * 0.7}" width="${width}" height="${height * 0.3}" fill="${colour}" opacity="0.22"/>`
  if (template === 'frame')
    return `<rect x="${unit / 2}" y="${unit / 2}" width="${width - unit}" height="${height - unit}" fill="none" stroke="${colour}" stroke-width="${unit / 8}"/>`
  return template === 'corner'
    ? `<circle cx="${width}" cy="0" r="${unit * 4}" fill="${colour}" opacity="0.18"/><circle cx="0" cy="${height}" r="${unit * 2.5}" fill="${colour}" opacity="0.18"/>`
    : ''
}

/** The lines of a text that fit beside each other at this size; an average letter is half as wide as high. */
const wrap = (text: string, lettersInLine: number): string[] => {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < lettersInLine)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const asSvg = (design: Drawn): string => {
  const { width, height, text, small_text: small, background, colour } = design
  const size = Math.max(8, Math.min(width, height) / 8)
  const lines = wrap(text, Math.max(6, Math.floor((width * 0.84) / (size * 0.55)))).slice(0, 4)
  const top = height / 2 - ((lines.length - 1) * size * 1.15) / 2
  const textLine = (words: string, y: number, letters: number, weight: number) =>
    `<text x="${width / 2}" y="${y}" font-size="${letters}" font-weight="${weight}" text-anchor="middle" dominant-baseline="middle" fill="${colour}" font-family="Inter, Helvetica, Arial, sans-serif">${escapeHtml(words)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${background}"/>${decoration(design)}
${lines.map((words, index) => textLine(words, top + index * size * 1.15, size, 700)).join('')}
${small === '' ? '' : textLine(small, height * 0.88, size * 0.38, 400)}</svg>`
}

/** A PNG of exactly the design's size. */
export const renderDesign = async (design: Drawn): Promise<Buffer> => {
  const { width, height } = design
  return sharp(Buffer.from(asSvg(design)), { limitInputPixels: false })
    .resize(width, height, { fit: 'fill' })
    .png()
    .toBuffer()
}
