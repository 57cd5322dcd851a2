import type { PercentCrop } from 'react-image-crop'

/** The size of the crop preview (docs/product/projects.md "Logos"). */
export const PREVIEW_PX = 130
/** Sharp at the largest size a logo is shown, and small enough to upload from a phone. */
const OUTPUT_PX = 512

/** Draws the cropped square of a picture onto the whole canvas. */
export const drawCrop = (
  image: HTMLImageElement,
  crop: Pick<PercentCrop, 'x' | 'y' | 'width' | 'height'>,
  canvas: HTMLCanvasElement,
): void => {
  const { naturalWidth, naturalHeight } = image
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(
    image,
    (crop.x / 100) * naturalWidth,
    (crop.y / 100) * naturalHeight,
    (crop.width / 100) * naturalWidth,
    (crop.height / 100) * naturalHeight,
    0,
    0,
    canvas.width,
    canvas.height,
  )
}

/** The cropped square as a PNG file. */
export const pngOf = (image: HTMLImageElement, crop: PercentCrop): Promise<File> => {
  const side = Math.round(Math.min(OUTPUT_PX, (crop.width / 100) * image.naturalWidth)) || 1
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  drawCrop(image, crop, canvas)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      blob =>
        blob
          ? resolve(new File([blob], 'picture.png', { type: 'image/png' }))
          : reject(new Error('The browser made no PNG')),
      'image/png',
    ),
  )
}
