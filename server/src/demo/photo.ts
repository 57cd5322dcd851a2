import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { previewLongestSide } from '#domain/media/files.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import type { DemoPost } from './content.ts'

const SIDE = 1080
type Photo = NonNullable<DemoPost['photo']>

const motifs: Record<Photo['motif'], (hue: number) => string> = {
  cup: hue => `
    <ellipse cx="540" cy="820" rx="330" ry="44" fill="hsl(${hue} 30% 22% / .35)"/>
    <path d="M300 420 h480 l-44 330 q-10 70 -84 70 h-224 q-74 0 -84 -70z" fill="hsl(${hue} 24% 94%)"/>
    <path d="M772 480 q150 -10 140 120 q-8 120 -172 108" fill="none" stroke="hsl(${hue} 24% 94%)" stroke-width="46"/>
    <ellipse cx="540" cy="420" rx="240" ry="58" fill="hsl(${hue} 46% 24%)"/>
    <path d="M470 330 q-40 -70 10 -130 M560 320 q-40 -80 14 -150 M640 330 q-34 -60 10 -120" fill="none"
      stroke="hsl(${hue} 20% 96% / .55)" stroke-width="16" stroke-linecap="round"/>`,
  hills: hue => `
    <circle cx="760" cy="300" r="104" fill="hsl(${hue + 30} 80% 88%)"/>
    <path d="M0 640 L260 420 L470 600 L720 360 L1080 640 V1080 H0z" fill="hsl(${hue} 28% 44%)"/>
    <path d="M0 780 L320 590 L640 800 L900 640 L1080 760 V1080 H0z" fill="hsl(${hue} 34% 32%)"/>
    <path d="M0 930 Q300 820 560 920 T1080 880 V1080 H0z" fill="hsl(${hue} 40% 21%)"/>`,
  waves: hue => `
    <path d="M0 520 Q180 450 360 520 T720 520 T1080 520 V1080 H0z" fill="hsl(${hue} 44% 58%)"/>
    <path d="M0 660 Q180 590 360 660 T720 660 T1080 660 V1080 H0z" fill="hsl(${hue} 48% 44%)"/>
    <path d="M0 810 Q180 740 360 810 T720 810 T1080 810 V1080 H0z" fill="hsl(${hue} 52% 30%)"/>`,
  loaf: hue => `
    <ellipse cx="540" cy="800" rx="400" ry="50" fill="hsl(${hue} 30% 18% / .35)"/>
    <path d="M150 640 Q160 400 540 380 T930 640 Q940 790 800 790 H280 Q140 790 150 640z" fill="hsl(${hue} 56% 46%)"/>
    <path d="M300 470 q70 60 40 170 M480 420 q80 70 40 210 M660 430 q80 70 40 200" fill="none" stroke="hsl(${hue} 70% 82%)"
      stroke-width="40" stroke-linecap="round"/>`,
  sun: hue => `
    <circle cx="540" cy="560" r="190" fill="hsl(${hue + 12} 96% 72%)"/>
    <path d="M0 690 H1080 V1080 H0z" fill="hsl(${hue + 180} 30% 30%)"/>
    <path d="M380 770 h320 M420 850 h240 M460 930 h160" stroke="hsl(${hue + 12} 90% 76% / .7)" stroke-width="18" stroke-linecap="round"/>`,
}

/** Draws the demo's photo: a square JPEG that all four networks accept. */
const drawPhoto = ({ hue, motif }: Photo): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
      <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="hsl(${hue} 52% 78%)"/><stop offset="1" stop-color="hsl(${hue + 24} 58% 58%)"/>
      </linearGradient></defs>
      <rect width="${SIDE}" height="${SIDE}" fill="url(#sky)"/>${motifs[motif](hue)}</svg>`),
  )
    .jpeg({ quality: 88 })
    .toBuffer()

/** A drawn photo and its media. */
type StoredPhoto = { readonly bytes: Buffer; readonly mediaId: number }

/** Draws and stores each different photo once, as an upload of the person to the project. */
export type StoredPhotos = (photo: Photo) => Promise<StoredPhoto>

export const storePhotosIn = (tx: Tx, services: Services, owner: Owner): StoredPhotos => {
  const stored = new Map<string, Promise<StoredPhoto>>()
  return photo => {
    const name = `${photo.motif}-${photo.hue}`
    const known = stored.get(name) ?? store(tx, services, photo, owner)
    stored.set(name, known)
    return known
  }
}

type Owner = { readonly projectId: number; readonly userId: number }

const store = async (tx: Tx, services: Services, photo: Photo, owner: Owner): Promise<StoredPhoto> => {
  const bytes = await drawPhoto(photo)
  const key = randomBytes(16).toString('hex')
  await services.storage.put(sizeKey(key, 'original'), { bytes }, 'image/jpeg')
  for (const size of ['small', 'medium'] as const) {
    const preview = sharp(bytes).resize(previewLongestSide[size]).webp({ quality: 82 })
    await services.storage.put(sizeKey(key, size), { bytes: await preview.toBuffer() }, 'image/webp')
  }
  const { id } = await tx
    .insertInto('medias')
    .values({
      project_id: owner.projectId,
      user_id: owner.userId,
      storage_key: key,
      object_type: 'image',
      content_type: 'image/jpeg',
      original_name: `${photo.motif}.jpg`,
      file_size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      width: SIDE,
      height: SIDE,
      has_previews: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { bytes, mediaId: id }
}
