import { NativeSelect, Skeleton, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getLanguage, saveLanguage } from '#domain/accounts/language-contract.ts'
import { type ClientLanguage, clientLanguages, languageNames } from '#domain/kernel/languages/languages.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { call } from '#web/platform/client.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'
import classes from './settings-screen.module.css'

const key = ['account', 'language'] as const

export const useGetLanguage = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => call(getLanguage, { signal }) })

/** A failure has a toast. */
export const useSaveLanguage = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (language: ClientLanguage | null) => call(saveLanguage, { body: { language } }),
    onSuccess: saved => client.setQueryData(key, saved),
  })
}

/** In which language a client reads mails and links (docs/product/languages.md "Which language"). */
export function MailLanguage() {
  const { data, error, refetch } = useGetLanguage()
  const save = useSaveLanguage()
  return (
    <section className={classes.panel} aria-labelledby="mail-language">
      <Title order={2} size="h5" id="mail-language" mb="sm">
        Language
      </Title>
      {!data && error && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <Skeleton height={60} />
        </Loading>
      )}
      {data && (
        <NativeSelect
          label="Language of your mails and approval links"
          description="For all projects in which you are a client, also where you chose another language on a link before."
          value={data.language ?? ''}
          disabled={save.isPending}
          data={[
            { value: '', label: 'That of each project' },
            ...clientLanguages.map(each => ({ value: each, label: languageNames[each] })),
          ]}
          onChange={event =>
            sayWhenDone(
              save.mutateAsync((event.currentTarget.value || null) as ClientLanguage | null),
              'Language updated',
            )
          }
        />
      )}
    </section>
  )
}
