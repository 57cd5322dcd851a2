const key = 'galley-connecting'

/**
 * Remembers the project that a person leaves Galley for: the addresses of the return pages name none, and after a failure the
 * way leads back to it.
 */
export const rememberProject = (projectId: number): void => sessionStorage.setItem(key, String(projectId))

/** The project that was last left in this tab; null: none. */
export const rememberedProject = (): number | null => {
  const id = Number(sessionStorage.getItem(key))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
