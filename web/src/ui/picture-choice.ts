/** What somebody has done about a picture and not saved yet: chosen one, taken the saved one away, or nothing. */
export type PictureChoice = File | 'removed' | null

/** How a form sends it, beside its fields. */
export const removalOf = (choice: PictureChoice): { readonly remove_image?: 'true' } =>
  choice === 'removed' ? { remove_image: 'true' } : {}
export const filesOf = (choice: PictureChoice): { readonly files?: { readonly image: File[] } } =>
  choice instanceof File ? { files: { image: [choice] } } : {}
