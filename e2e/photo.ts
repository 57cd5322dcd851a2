import sharp from 'sharp'

/** A photo as a camera would make it: JPEG, square, not of one colour. */
export async function writePhoto(path: string): Promise<void> {
  const sky = `<svg width="1080" height="1080" xmlns="http://www.w3.org/2000/svg">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#f6b26b"/><stop offset="1" stop-color="#2f6f6b"/></linearGradient></defs>
    <rect width="1080" height="1080" fill="url(#sky)"/><circle cx="700" cy="420" r="150" fill="#fff3d6"/></svg>`
  await sharp(Buffer.from(sky)).jpeg({ quality: 88 }).toFile(path)
}
