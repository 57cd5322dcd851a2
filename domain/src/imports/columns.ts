/** What a column of an imported table can hold, in the order that screens and the template show. (docs/product/imports.md "Columns") */
export const importFields = [
  'id',
  'networks',
  'type',
  'message',
  'first_comment',
  'link',
  'media',
  'date',
  'time',
  'autoposting',
  'campaign',
] as const
export type ImportField = (typeof importFields)[number]

/** The names of the columns on screens and in the template. */
export const importFieldNames: Readonly<Record<ImportField, string>> = {
  id: 'ID',
  networks: 'Networks',
  type: 'Post type',
  message: 'Message',
  first_comment: 'First comment',
  link: 'Link',
  media: 'Pictures',
  date: 'Date',
  time: 'Time',
  autoposting: 'Autoposting',
  campaign: 'Campaign',
}

/** Which column, from 0, holds what. A field without a column is empty in every row. */
export type ImportMapping = Readonly<Partial<Record<ImportField, number>>>

/** Headers that people and other tools use, without spaces, accents and case. */
const aliases: Readonly<Record<ImportField, readonly string[]>> = {
  id: ['id', 'externalid', 'reference', 'ref'],
  networks: [
    'networks',
    'network',
    'channels',
    'channel',
    'platform',
    'platforms',
    'socialnetwork',
    'profile',
    'profiles',
    'account',
    'accounts',
    'netzwerk',
    'netzwerke',
    'kanal',
    'kanale',
    'plattform',
    'plattformen',
    'reseau',
    'reseaux',
    'reseausocial',
    'reseauxsociaux',
    'redsocial',
    'redessociales',
  ],
  type: ['posttype', 'type', 'format'],
  message: [
    'message',
    'text',
    'caption',
    'copy',
    'content',
    'post',
    'postcopy',
    'posttext',
    'beitragstext',
    'nachricht',
    'legende',
    'postcaption',
    'postmessage',
    'messagetext',
    'texte',
    'texto',
  ],
  first_comment: ['firstcomment', 'comment'],
  link: ['link', 'url', 'linkurl', 'lien', 'enlace'],
  media: [
    'pictures',
    'picture',
    'media',
    'image',
    'images',
    'imageurl',
    'mediaurl',
    'photo',
    'photos',
    'mediaurls',
    'imageurls',
    'photourl',
    'visuel',
    'bild',
    'bilder',
    'imagen',
    'imagenes',
  ],
  date: [
    'date',
    'publishdate',
    'day',
    'datetime',
    'scheduledat',
    'when',
    'scheduleddate',
    'scheduleddatetime',
    'scheduledatetime',
    'postatspecifictime',
    'postdate',
    'postingtime',
    'datum',
    'veroffentlichungsdatum',
    'datedepublication',
    'fecha',
    'fechadepublicacion',
  ],
  time: ['time', 'publishtime', 'hour', 'scheduledtime', 'time24hr', 'uhrzeit', 'zeit', 'heure', 'hora'],
  autoposting: ['autoposting', 'autopost', 'isautoposting'],
  campaign: [
    'campaign',
    'campaigns',
    'campaignname',
    'contentpillar',
    'pillar',
    'kampagne',
    'campagne',
    'campana',
  ],
}

const bare = (header: string): string =>
  header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** With a remark in brackets and without it: "Media URL(s)", "Date (mm/dd/yyyy)". */
const bareNames = (header: string): string[] => [bare(header), bare(header.replace(/[([].*?[)\]]/g, ''))]

/**
 * The columns by their headers. `remembered`: the headers that the project's last import had for each field; they go before the
 * names that Galley knows.
 */
export const guessMapping = (
  headers: readonly string[],
  remembered: Readonly<Partial<Record<ImportField, string>>> = {},
): ImportMapping => {
  const names = headers.map(bareNames)
  const taken = new Set<number>()
  const mapping: Partial<Record<ImportField, number>> = {}
  const take = (field: ImportField, known: readonly string[]) => {
    const index = names.findIndex(
      (forms, at) => !taken.has(at) && forms.some(name => name !== '' && known.includes(name)),
    )
    if (index < 0 || mapping[field] !== undefined) return
    taken.add(index)
    mapping[field] = index
  }
  for (const field of importFields) take(field, [bare(remembered[field] ?? '')])
  for (const field of importFields) take(field, aliases[field])
  return mapping
}

/** Why a mapping cannot be used with a table of that many columns, in words, or null. */
export const mappingProblem = (mapping: ImportMapping, columns: number): string | null => {
  const used = Object.values(mapping)
  if (used.some(index => index >= columns)) return 'A chosen column is not in the file.'
  if (new Set(used).size < used.length) return 'Each column can be chosen once.'
  return null
}
