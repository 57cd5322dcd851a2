import * as contract from '#domain/content/contract.ts'
import { onStandby, projectRoute, type Route } from '#server/platform/http/route.ts'
import { deleteSavedView } from './delete-saved-view.ts'
import { exportContent } from './export-content.ts'
import { listContent } from './list-content.ts'
import { listContentRows } from './list-content-rows.ts'
import { listSavedViews } from './list-saved-views.ts'
import { saveView } from './save-view.ts'

export const contentRoutes: readonly Route[] = [
  projectRoute(contract.listContent, listContent, onStandby),
  projectRoute(contract.exportContent, exportContent),
  projectRoute(contract.listContentRows, listContentRows, onStandby),
  projectRoute(contract.listSavedViews, listSavedViews),
  projectRoute(contract.saveView, saveView),
  projectRoute(contract.deleteSavedView, deleteSavedView),
]
