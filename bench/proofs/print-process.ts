import { readFile } from 'node:fs/promises'
import path from 'node:path'
import PDFDocument from 'pdfkit'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { type ProofPost, proofStandings, type SharedProof } from '#domain/proofs/model.ts'
import { printProof } from '#server/features/proofs/pdf/print-proof.ts'
import { makeTexts } from '../fill/texts.ts'

// One PDF in a process of its own, so that the most memory it ever had is this one's: `node print-process.ts <previews> <posts> <way>`. `proof`:
// as Galley makes it; `plain`: the same texts and the same stored pictures, one after the other, without any layout; `none`: what is loaded.

const [folder = '', posts = '100', way = 'proof'] = process.argv.slice(2)

const texts = makeTexts(Number(posts))
const read = (key: string) => readFile(path.join(folder, `${key.split('/')[0]}.jpg`))

const file = (number: number) => {
  const address = `/media/${number}/medium`
  return {
    public_url: address,
    content_type: 'image/jpeg',
    previews: { small: address, medium: address, original: address },
    options: { width: 1080, height: 720, ratio: 1.5, type: 'image' as const, duration: null },
  }
}

const networkOf = (number: number): SocialNetwork =>
  socialNetworks[number % socialNetworks.length] ?? 'facebook'

const post = (number: number): ProofPost => {
  const at = Date.UTC(2026, 5, 1, number % 24) + (number % 30) * 86_400_000
  return {
    id: number,
    scheduled_at: new Date(at).toISOString(),
    versions: [
      {
        id: number,
        social_network: networkOf(number),
        type: 'single_photo',
        standing: proofStandings[number % proofStandings.length] ?? 'planned',
        message: texts[number] ?? '',
        first_comment: '',
        mentions: [],
        attachments: [
          {
            id: number,
            object_type: 'image',
            object_data: file(number),
            thumbnail_object_data: null,
            description: 'media',
            extra_fields: {},
          },
        ],
        linked_page: null,
        published_at: null,
        permalink: null,
        comments: [],
      },
    ],
  }
}

const all = Array.from({ length: Number(posts) }, (_, number) => post(number))
const proof: SharedProof = {
  posts: all.toSorted((one, other) => String(one.scheduled_at).localeCompare(String(other.scheduled_at))),
  has_more: false,
  accounts: [],
  project_name: 'Harbor Coffee',
  agency_name: 'Bluebird Studio',
  timezone: 'Europe/Berlin',
  look: { accent: null, agency_logo: null, project_logo: null },
  title: 'June 2026',
  from: '2026-06-01',
  to: '2026-06-30',
  has_comments: false,
  frozen_at: null,
  expires_at: '2026-12-01T00:00:00.000Z',
}

const printPlain = async (): Promise<Uint8Array> => {
  const doc = new PDFDocument()
  const pieces: Buffer[] = []
  doc.on('data', (piece: Buffer) => pieces.push(piece))
  for (const { id, versions } of proof.posts) {
    doc.text(versions[0]?.message ?? '')
    doc.image(await read(`${id}/medium`), { width: 240 })
    doc.addPage()
  }
  doc.end()
  await new Promise(done => doc.on('end', done))
  return Buffer.concat(pieces)
}

const make = async (): Promise<Uint8Array> => {
  if (way === 'plain') return printPlain()
  if (way === 'none') return new Uint8Array()
  const printed = { proof, language: 'en', paper: 'a4', at: new Date() } as const
  return (await printProof({ read }, async () => printed, { userId: 1 })) ?? new Uint8Array()
}

const begun = performance.now()
const before = process.cpuUsage()
const pdf = await make()
const milliseconds = performance.now() - begun
const used = process.cpuUsage(before)
const processor = (used.user + used.system) / 1000
// Linux counts it in kilobytes, whatever the page size.
const megabytes = process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ milliseconds, processor, megabytes, kilobytes: pdf.length / 1000 }))
