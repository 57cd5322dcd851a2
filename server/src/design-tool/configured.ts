import type { Config } from '#server/config.ts'
import { canvaDesignTool } from './canva.ts'
import type { DesignTool } from './design-tool.ts'
import { designToolSettings } from './settings.ts'

/** The design tool of this installation; null: none is set up. Passed to the routes so that tests can replace it. */
export type DesignToolOf = (config: Config) => DesignTool | null

export const designToolOf: DesignToolOf = config => {
  const settings = designToolSettings(config)
  return settings && canvaDesignTool(settings)
}
