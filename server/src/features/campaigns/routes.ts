import * as contract from '#domain/campaigns/contract.ts'
import { projectRoute, type Route } from '#server/platform/http/route.ts'
import { addLinkParameters } from './add-link-parameters.ts'
import { createCampaign } from './create-campaign.ts'
import { deleteCampaign } from './delete-campaign.ts'
import { listCampaigns } from './list-campaigns.ts'
import { previewRepeat } from './preview-repeat.ts'
import { repeatCampaign } from './repeat-campaign.ts'
import { saveCampaign } from './save-campaign.ts'
import { setCampaign } from './set-campaign.ts'
import { undoRepeat } from './undo-repeat.ts'

export const campaignRoutes: readonly Route[] = [
  projectRoute(contract.listCampaigns, listCampaigns),
  projectRoute(contract.createCampaign, createCampaign),
  projectRoute(contract.saveCampaign, saveCampaign),
  projectRoute(contract.deleteCampaign, deleteCampaign),
  projectRoute(contract.setCampaign, setCampaign),
  projectRoute(contract.addLinkParameters, addLinkParameters),
  projectRoute(contract.previewRepeat, previewRepeat),
  projectRoute(contract.repeatCampaign, repeatCampaign),
  projectRoute(contract.undoRepeat, undoRepeat),
]
