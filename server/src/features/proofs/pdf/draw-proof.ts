import { accentTones } from '#domain/agencies/accent.ts'
import { instantIn } from '#domain/kernel/languages/dates.ts'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { writeHead } from '#server/platform/pdf/head.ts'
import {
  addUprightPage,
  colours,
  finishSheet,
  keepTogether,
  makeSheet,
  writeParagraph,
} from '#server/platform/pdf/sheet.ts'
import type { PictureSource } from '#server/platform/pdf/thread-pictures.ts'
import { wordsOf } from '#server/platform/words.ts'
import type { Drawing, PrintedProof } from './drawing.ts'
import { makeGallery } from './gallery.ts'
import { hasDates, writeMonths } from './months.ts'
import { writePosts } from './post-cards.ts'

/** What a proof shows, for paper: its months, then its posts (docs/product/proofs.md "On paper"). */
export const drawProof = async (printed: PrintedProof, pictures: PictureSource): Promise<Buffer> => {
  const { proof, language, paper, at } = printed
  const { title, agency_name, project_name } = proof
  const words = wordsOf(language)
  const { say } = words
  const isLandscape = hasDates(proof)
  const sheet = makeSheet({
    paper,
    title: `${title} · ${project_name}`,
    author: agency_name,
    words,
    at,
    accent: accentTones(proof.look.accent),
    isLandscape,
  })
  const drawing = { ...printed, sheet, words, gallery: makeGallery(sheet, pictures) }
  writeTop(drawing)
  await writeMonths(drawing)
  if (proof.posts.length === 0)
    writeParagraph(sheet, sheet.body, say('Nothing is planned here yet'), { size: 12 })
  else {
    const upright = { ...drawing, sheet: isLandscape ? addUprightPage(sheet) : sheet }
    await writePosts(upright)
    writeLoss(upright)
  }
  return finishSheet(sheet, `${title} · ${agency_name} · ${project_name}`)
}

const writeTop = ({ sheet, proof, words, language, at }: Drawing): void => {
  const { title, agency_name, project_name, look, timezone, frozen_at, has_more, posts } = proof
  const { say } = words
  const day = instantIn(language, frozen_at === null ? at : new Date(frozen_at), timezone, 'day')
  writeHead(sheet, {
    agency: { name: agency_name, logo: look.agency_logo },
    client: { name: project_name, logo: look.project_logo },
    title,
    lines: [
      [project_name, { size: 13 }],
      [
        `${say('What was planned on {day}', { day })} · ${timezoneLabel(timezone)}`,
        { size: 9, colour: colours.muted },
      ],
      ...(has_more
        ? ([
            [
              say('There are more posts. The first {count} are shown.', { count: posts.length }),
              { size: 9, weight: 'semibold' },
            ],
          ] as const)
        : []),
    ],
  })
  sheet.doc.y += 14
}

/** Tells the reader about characters that the font lacks, rather than printing boxes. */
const writeLoss = ({ sheet, words: { say } }: Drawing): void => {
  if (!sheet.isIncomplete()) return
  keepTogether(sheet, 24)
  const text = say('Emoji and some writing cannot be printed here. The page of the link shows them.')
  writeParagraph(sheet, sheet.body, text, { size: 8, colour: colours.muted })
}
