import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { mediaFile } from '#sandbox/testing/start.ts'

type Look = { readonly sky?: string; readonly height?: number }

/** A JPEG of more than one colour, square unless a height is given. */
export async function writePhoto(path: string, { sky = '#f6b26b', height = 1080 }: Look = {}): Promise<void> {
  const picture = `<svg width="1080" height="${height}" xmlns="http://www.w3.org/2000/svg">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset="1" stop-color="#2f6f6b"/></linearGradient></defs>
    <rect width="1080" height="${height}" fill="url(#sky)"/><circle cx="700" cy="420" r="150" fill="#fff3d6"/></svg>`
  await sharp(Buffer.from(picture)).jpeg({ quality: 88 }).toFile(path)
}

/** Writes one of the sandbox's clips to a file that can be chosen. */
export const writeClip = (path: string, name: Parameters<typeof mediaFile>[0]): Promise<void> =>
  writeFile(path, mediaFile(name))
