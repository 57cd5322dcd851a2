/**
 * The texts of failures that a page shows before it calls the server, beside a button that cannot be used. Apart from the table of
 * failures, which is two kilobytes that pages with a budget would load for these few.
 */
export const actionTexts = {
  forbidden: 'You are not allowed to do this.',
  already_decided: 'This approval round is already closed.',
  change_blocked: 'The schedule cannot be changed within 4 hours before the publish time.',
  barred_from_approval:
    'Twitter posts cannot be sent for approval or skip it. An admin can allow it in the project settings.',
  lead_time: 'Publishing time must be at least {lead} in the future.',
  design_tool_not_set_up: 'Design import is not set up here. See “Canva” in docs/guides/networks.md.',
} as const
