import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of the embedded database. */
export const embeddedFolder = ({ dataDir }: { readonly dataDir: string }): string => join(dataDir, 'postgres')

/**
 * A file that is written when the cluster is made, and never again. In a copied folder it has another number or another time of birth, and
 * in any case another time of its last change, which no copying program can set. Null: there is none, or it cannot be read.
 */
export const identifyClusterFile = async (
  folder: string,
): Promise<{ identity: string; changed: string } | null> => {
  const file = await stat(join(folder, 'PG_VERSION'), { bigint: true }).catch(() => null)
  return file && { identity: `${file.ino}/${file.birthtimeNs}`, changed: String(file.ctimeNs) }
}
