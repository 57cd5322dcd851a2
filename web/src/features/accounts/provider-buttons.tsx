import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type Provider, providerNames } from '#domain/accounts/providers.ts'
import { listSignInProviders } from './api.ts'
import { queryOf } from './auth-link.tsx'
import { rememberInvitation } from './oauth-return.ts'
import { say } from './page-words.ts'
import classes from './provider-buttons.module.css'

/** Sign in with Google or Apple, if this installation is registered there. Plain links: they work before anything else has loaded. */
export function ProviderButtons() {
  const [found, setFound] = useState<readonly Provider[]>([])
  useEffect(() => {
    const stop = new AbortController()
    void listSignInProviders(stop.signal).then(list => {
      if (!stop.signal.aborted) setFound(list)
    })
    return () => stop.abort()
  }, [])
  if (found.length === 0) return null
  return (
    <div className={classes.providers}>
      <p className={classes.or}>{say('or')}</p>
      {found.map(provider => (
        <Button
          key={provider}
          component="a"
          href={`/api/auth/${provider}`}
          variant="default"
          size="md"
          fullWidth
          leftSection={<span className={classes[provider]} />}
          onClick={() => rememberInvitation(queryOf().get('invitation'))}
        >
          {say('Sign in with {provider}', { provider: providerNames[provider] })}
        </Button>
      ))}
    </div>
  )
}
