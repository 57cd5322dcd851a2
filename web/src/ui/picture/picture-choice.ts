/** An unsaved change of a picture: a new one, removed, or none. */
export type PictureChoice = File | 'removed' | null

/** How a form sends it, next to its fields. */
export const removalOf = (choice: PictureChoice): { readonly remove_image?: 'true' } =>
  choice === 'removed' ? { remove_image: 'true' } : {}
export const filesOf = (choice: PictureChoice): { readonly files?: { readonly image: File[] } } =>
  choice instanceof File ? { files: { image: [choice] } } : {}
