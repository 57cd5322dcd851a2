import { useEffect, useState } from 'react'
import { roleNames } from '#domain/permissions/role-names.ts'
import { type DemoLogin, listDemoLogins } from '../api.ts'
import classes from './demo-logins.module.css'

/** The demo logins, if the installation has demo data: one click fills in the form. */
export function DemoLogins({ onChoose }: { onChoose: (login: DemoLogin) => void }) {
  const [logins, setLogins] = useState<readonly DemoLogin[]>([])
  useEffect(() => {
    const stop = new AbortController()
    void listDemoLogins(stop.signal).then(found => {
      if (!stop.signal.aborted) setLogins(found)
    })
    return () => stop.abort()
  }, [])
  if (logins.length === 0) return null
  return (
    <section className={classes.panel} aria-labelledby="demo-logins">
      <h2 id="demo-logins" className={classes.title}>
        Demo logins
      </h2>
      <p className={classes.hint}>One click fills in the form.</p>
      <ul className={classes.list}>
        {logins.map(login => (
          <li key={login.email}>
            {/* A copy, so that choosing the same login again fills in the form again. */}
            <button type="button" className={classes.login} onClick={() => onChoose({ ...login })}>
              <span className={classes.role}>{roleNames[login.role]}</span>
              <span className={classes.person}>{[login.name, login.lastName].filter(Boolean).join(' ')}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
