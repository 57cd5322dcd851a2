import * as contract from '#domain/designs/contract.ts'
import { type DesignToolOf, designToolOf } from '#server/design-tool/configured.ts'
import { personRoute, projectRoute, type Route } from '#server/platform/http/route.ts'
import { authorizeDesignTool } from './authorize-design-tool.ts'
import { disconnectDesignTool } from './disconnect-design-tool.ts'
import { exportDesign } from './export-design.ts'
import { getDesignTool } from './get-design-tool.ts'
import { importMedia } from './import-media.ts'
import { reopenDesign } from './reopen-design.ts'
import { returnFromDesign } from './return-from-design.ts'
import { startDesign } from './start-design.ts'

/** All of them wait for the design tool, except the first. */
const waits = { ownTransactions: true } as const

export const designRoutesWith = (toolOf: DesignToolOf): readonly Route[] => [
  projectRoute(contract.getDesignTool, getDesignTool(toolOf)),
  projectRoute(contract.startDesign, startDesign(toolOf), waits),
  projectRoute(contract.reopenDesign, reopenDesign(toolOf), waits),
  personRoute(contract.authorizeDesignTool, authorizeDesignTool(toolOf), waits),
  personRoute(contract.returnFromDesign, returnFromDesign(toolOf), waits),
  projectRoute(contract.exportDesign, exportDesign(toolOf), waits),
  projectRoute(contract.importMedia, importMedia, waits),
  personRoute(contract.disconnectDesignTool, disconnectDesignTool(toolOf), waits),
]

export const designRoutes = designRoutesWith(designToolOf)
