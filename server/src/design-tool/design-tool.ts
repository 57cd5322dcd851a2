/** Access to a person's account at the design tool. The refresh token works once and is replaced with each use. */
export type ToolAccess = {
  readonly token: string
  readonly refresh: string
  readonly expiresAt: Date
}

/**
 * Why the design tool did not do something. `unauthorized`: the access ended. `missing`: there is no such design, or not for this person.
 * `busy`: too many calls, try again in `wait` seconds. `down`: try again later. `refused`: anything else. `response` is the tool's answer, shortened and without tokens.
 */
export type ToolRefusal = {
  readonly kind: 'refused'
  readonly reason: 'unauthorized' | 'missing' | 'busy' | 'down' | 'refused'
  readonly wait?: number
  readonly response: string
}

/** A design and the address where its person edits it, for 30 days. */
export type OpenedDesign = { readonly kind: 'design'; readonly designId: string; readonly editUrl: string }

export type ExportJob = {
  readonly kind: 'export'
  readonly exportId: string
  /** `failed` has the reason in words for people. */
  readonly state:
    | { readonly status: 'in_progress' }
    | { readonly status: 'done'; readonly url: string }
    | { readonly status: 'failed'; readonly reason: string }
}

/** What the tool signed when it sent a person back. */
export type DesignReturn = { readonly kind: 'return'; readonly designId: string; readonly state: string }

type Granted = { readonly kind: 'granted'; readonly access: ToolAccess }

/** The port to a design tool. No method throws because of the tool's answer, and none repeats a call. */
export type DesignTool = {
  /** The name that people know. */
  readonly name: string
  /** Where a person is asked for their consent. `challenge`: of PKCE, S256. */
  authorizationLink(login: { readonly state: string; readonly challenge: string }): string
  exchange(answer: { readonly code: string; readonly verifier: string }): Promise<Granted | ToolRefusal>
  renew(access: ToolAccess): Promise<Granted | ToolRefusal>
  /** Best effort. */
  revoke(access: ToolAccess): Promise<void>
  /** Sizes in pixels. */
  createDesign(
    access: ToolAccess,
    design: { readonly title: string; readonly width: number; readonly height: number },
  ): Promise<OpenedDesign | ToolRefusal>
  getDesign(access: ToolAccess, designId: string): Promise<OpenedDesign | ToolRefusal>
  /** The edit address with what the tool sends back on the return, at most 50 characters. */
  withReturn(editUrl: string, state: string): string
  /** Null if the text is not signed by the tool for this installation, or has expired. */
  readReturn(signed: string): Promise<DesignReturn | ToolRefusal | null>
  /** As a PNG of the design's own size; the first page only. */
  startExport(access: ToolAccess, designId: string): Promise<ExportJob | ToolRefusal>
  getExport(access: ToolAccess, exportId: string): Promise<ExportJob | ToolRefusal>
}
