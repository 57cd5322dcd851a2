import { useEffect, useRef } from 'react'
import { rotatedSize } from '#domain/media/crop.ts'
import type { Crop } from '#domain/media/model.ts'
import classes from './crop-dialog.module.css'

type Props = { readonly image: HTMLImageElement; readonly rotation: Crop['rotation'] }

/** A loaded picture, rotated clockwise, as the crop is laid on it. */
export function RotatedPicture({ image, rotation }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const natural = { width: image.naturalWidth, height: image.naturalHeight }
  const { width, height } = rotatedSize(natural, rotation)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, width, height)
    context.translate(width / 2, height / 2)
    context.rotate((rotation * Math.PI) / 180)
    context.drawImage(image, -image.naturalWidth / 2, -image.naturalHeight / 2)
  }, [image, rotation, width, height])
  return <canvas ref={canvas} width={width} height={height} className={classes.picture} aria-hidden />
}
