const key = 'galley-connecting'

/** Keeps the project that a person leaves Galley for: the return pages' addresses name none, and what failed leads back to it. */
export const rememberProject = (projectId: number): void => sessionStorage.setItem(key, String(projectId))

/** The project that was left last in this tab; null: none. */
export const leftProject = (): number | null => {
  const id = Number(sessionStorage.getItem(key))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
