import { Button } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { FileButton } from '#web/ui/form/file-button.tsx'
import classes from './media-drop.module.css'
import { useFilePaste } from './use-file-paste.ts'

type Props = {
  readonly accept: string
  readonly onFiles: (files: File[]) => void
  /** Why nothing can be added; null if something can. */
  readonly blockedBy: string | null
  readonly children: ReactNode
}

/** A drop zone for files around its children, which takes pasted ones as well. */
export function MediaDrop({ onFiles, blockedBy, children }: Omit<Props, 'accept'>) {
  const [isOver, setOver] = useState(false)
  const zone = useRef<HTMLDivElement>(null)
  useFilePaste(zone, onFiles, blockedBy)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's shortcut for the button inside
    <div
      ref={zone}
      className={classes.drop}
      data-over={isOver}
      onDragOver={event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={event => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        if (blockedBy === null) onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver && <div className={classes.veil}>{blockedBy ?? 'Drop to upload'}</div>}
    </div>
  )
}

type ButtonProps = Props & { readonly size?: 'xs' | 'sm' }

/** Opens the system's file dialog. */
export function AddMediaButton({ accept, onFiles, blockedBy, children, size = 'sm' }: ButtonProps) {
  return (
    <FileButton accept={accept} multiple onChange={onFiles}>
      {props => (
        <Button
          {...props}
          variant="default"
          size={size}
          leftSection={<IconPhotoPlus size={18} aria-hidden />}
          disabled={blockedBy !== null}
          title={blockedBy ?? undefined}
        >
          {children}
        </Button>
      )}
    </FileButton>
  )
}
