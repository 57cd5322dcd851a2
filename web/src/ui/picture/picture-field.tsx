import { Button, Input } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { type ChangeEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { PersonAvatar } from '../badge/person-avatar.tsx'
import type { PictureChoice } from './picture-choice.ts'
import classes from './picture-field.module.css'
import { PREVIEW_PX } from './picture-png.ts'
import { pictureProblem, pictureTypes } from './picture-problem.ts'
import { useObjectUrl } from './use-object-url.ts'

const CropDialog = lazy(() => import('./crop-dialog.tsx').then(m => ({ default: m.CropDialog })))

type Props = {
  readonly label: string
  /** Round for agencies and people, a rounded square for projects (docs/product/projects.md "Logos"). */
  readonly shape: 'circle' | 'rounded'
  /** The placeholder takes its letters from it. */
  readonly name: string
  /** The saved picture. */
  readonly saved: string | null
  /** The unsaved change. A new picture is a PNG. */
  readonly chosen: PictureChoice
  readonly onChoose: (choice: PictureChoice) => void
  readonly error?: string | undefined
}

/** Chooses a logo or an avatar, a jpeg or png, cropped to a square; or removes it. */
export function PictureField({ label, shape, name, saved, chosen, onChoose, error }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const [source, setSource] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const chosenAddress = useObjectUrl(chosen === 'removed' ? null : chosen)
  const shown = chosen === 'removed' ? null : (chosenAddress ?? saved)
  const said = problem ?? error
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    // The same file may be picked again after a cancelled crop.
    event.currentTarget.value = ''
    if (!file) return
    const wrong = pictureProblem(file)
    setProblem(wrong)
    // Where the focus returns to after the crop: not every browser focuses a clicked button.
    choose.current?.focus()
    if (wrong === null) setSource(file)
  }
  const remove = () => {
    setProblem(null)
    onChoose(saved === null ? null : 'removed')
    // The button that was pressed is gone.
    choose.current?.focus()
  }
  return (
    <div className={classes.field}>
      {shown === null && name.trim() === '' ? (
        <span className={classes.blank} data-shape={shape} aria-hidden>
          <IconPhoto size={40} stroke={1.4} />
        </span>
      ) : (
        <PersonAvatar
          name={name}
          image={shown}
          size={PREVIEW_PX}
          radius={shape === 'circle' ? 'xl' : 'lg'}
          decorative
        />
      )}
      <div className={classes.words}>
        <Input.Label component="span" id={id}>
          {label}
        </Input.Label>
        <Input.Description id={`${id}-about`}>
          A jpeg or png picture. You choose the part that is shown.
        </Input.Description>
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<IconPhoto size={16} aria-hidden />}
            ref={choose}
            onClick={() => input.current?.click()}
            aria-label={`${shown ? 'Change' : 'Upload'} ${label.toLowerCase()}`}
            aria-describedby={said ? `${id}-error` : `${id}-about`}
          >
            {shown ? 'Change' : 'Upload'}
          </Button>
          {shown !== null && (
            <Button
              variant="subtle"
              color="gray"
              onClick={remove}
              aria-label={`Remove ${label.toLowerCase()}`}
            >
              Remove
            </Button>
          )}
        </div>
        {said && (
          <Input.Error id={`${id}-error`} role="alert">
            {said}
          </Input.Error>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={pictureTypes.join()}
        onChange={pick}
        hidden
        tabIndex={-1}
        aria-label={label}
      />
      <Suspense fallback={null}>
        {source && (
          <CropDialog
            file={source}
            title={label}
            shape={shape}
            onClose={() => setSource(null)}
            onUnreadable={() => {
              setSource(null)
              setProblem('This file cannot be read as a picture. Please choose another one.')
            }}
            onCropped={png => {
              setSource(null)
              onChoose(png)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
