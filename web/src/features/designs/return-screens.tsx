import { Center, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { failures } from '#domain/kernel/failure.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Failed } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'
import { authorizeDesignTool, returnFromDesign } from './api.ts'

/** A code works once: it is used at the first render and never again. */
const once = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
} as const

type Place = {
  readonly project_id: number
  readonly post_id: number
  readonly social_network: SocialNetwork
}

function Waiting({ text }: { text: string }) {
  return (
    <Center mih="60vh">
      <Stack align="center" gap="sm" role="status">
        <Loader size="sm" />
        <Text size="sm">{text}</Text>
      </Stack>
    </Center>
  )
}

function Problem({ text }: { text: string }) {
  return (
    <Center mih="60vh">
      <Stack align="center" gap={0}>
        <Failed message={text} />
        <LinkButton to="/">Go to the start page</LinkButton>
      </Stack>
    </Center>
  )
}

/** Opens the version that the person came from; `design`: the one that came back. */
const useOpenPost = (place: Place | null, design?: number) => {
  const navigate = useNavigate()
  const open = useEffectEvent(() => {
    if (place === null) return
    void navigate({
      to: '/$projectId/manage-post/$social',
      params: { projectId: place.project_id, social: place.social_network },
      search: { postId: place.post_id, design: design === undefined ? undefined : String(design) },
      replace: true,
    })
  })
  const isReady = place !== null
  useEffect(() => {
    if (isReady) open()
  }, [isReady])
}

type Authorized = { readonly code?: string | undefined; readonly state?: string | undefined }

/** `/canva/callback`: the consent page leads here, and on to the design; somebody who declined goes back to the draft. */
export function DesignToolCallbackScreen({ code, state }: Authorized) {
  return state === undefined ? (
    <Problem text={failures.design_ended.message} />
  ) : (
    <Authorizing code={code ?? null} state={state} />
  )
}

function Authorizing({ code, state }: { code: string | null; state: string }) {
  const { data, error } = useQuery({
    ...once,
    queryKey: ['design-tool', 'authorization', state],
    queryFn: () => authorizeDesignTool({ code, state }),
  })
  const url = data?.url ?? null
  const isDeclined = data !== undefined && url === null
  useOpenPost(isDeclined ? data.place : null)
  useEffect(() => {
    if (url !== null) window.location.assign(url)
    if (isDeclined) toast.info('The design tool was not connected: access was not given.')
  }, [url, isDeclined])
  return error ? <Problem text={messageOf(error)} /> : <Waiting text="Opening the design tool…" />
}

/** `/canva/return`: the design tool leads here when a design is done, and this page to the draft. */
export function DesignReturnScreen({ correlation_jwt: signed }: { correlation_jwt?: string | undefined }) {
  return signed === undefined ? (
    <Problem text={failures.design_ended.message} />
  ) : (
    <Returning signed={signed} />
  )
}

function Returning({ signed }: { signed: string }) {
  const { data, error } = useQuery({
    ...once,
    queryKey: ['design-tool', 'return', signed],
    queryFn: () => returnFromDesign(signed),
  })
  useOpenPost(data?.place ?? null, data?.design_id)
  return error ? <Problem text={messageOf(error)} /> : <Waiting text="Back to your post…" />
}
