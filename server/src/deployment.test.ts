import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Service as KubernetesService } from 'kubernetes-models/v1/Service'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { variables } from './config-variables.ts'
import { version } from './platform/version.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')

type Service = {
  environment?: Record<string, string>
  ports?: string[]
  image: string
  command?: string
  read_only?: boolean
}
const services: Record<string, Service> = parse(read('compose.yaml'), { merge: true }).services
const ofGalley = ['web', 'worker']

/** `ENV` lines of the image, one entry for each variable. */
const imageEnv = Object.fromEntries(
  [...read('Dockerfile').matchAll(/^ENV (.*)$/gm)]
    .flatMap(([, line = '']) => line.split(' '))
    .map(entry => entry.split('=', 2)),
)

/** Read by Node, glibc and the AWS SDK. */
const ofOthers = /^(NODE_COMPILE_CACHE|MALLOC_\w+|AWS_ACCESS_KEY_ID|AWS_SECRET_ACCESS_KEY)$/
const unread = (names: readonly string[]) =>
  names.filter(name => !Object.hasOwn(variables.shape, name) && !ofOthers.test(name))
/** A password, key or the like written down; a reference to another place is none. */
const isFixedSecret = ([name, value]: [string, string]) =>
  /PASSWORD|SECRET|TOKEN_KEY|_KEY$/.test(name) && !/^\$\{\w+(:\?[^}]*)?\}$/.test(value)

describe('Dockerfile', () => {
  it('sets only variables that Galley reads, and no secret', () => {
    expect(unread(Object.keys(imageEnv))).toEqual([])
    expect(Object.entries<string>(imageEnv).filter(isFixedSecret)).toEqual([])
  })

  it('exposes the ports that its processes listen on', () => {
    const exposed = /^EXPOSE (.*)$/m.exec(read('Dockerfile'))?.[1]?.split(' ')
    expect(exposed).toEqual([imageEnv.PORT, imageEnv.METRICS_PORT])
    expect(Number(imageEnv.PORT)).toBe(variables.shape.PORT.parse(undefined))
  })

  it('ends as somebody other than root', () => {
    const users = read('Dockerfile').match(/^USER .*$/gm) ?? []
    expect(users.at(-1)).toMatch(/^USER [1-9]\d*:[1-9]\d*$/)
  })
})

describe('compose.yaml', () => {
  it.each(ofGalley)('sets only variables that Galley reads in %s', name => {
    const { environment = {} } = services[name] as Service
    expect(Object.keys(environment).length).toBeGreaterThan(5)
    expect(unread(Object.keys(environment))).toEqual([])
    expect(environment.ROLES).toBe(name)
  })

  it('has no secret of its own: each comes from the person who starts it', () => {
    const found = Object.values(services).flatMap(({ environment = {} }) =>
      Object.entries(environment).filter(
        ([name, value]) => name !== 'AWS_ACCESS_KEY_ID' && isFixedSecret([name, value]),
      ),
    )
    expect(found).toEqual([])
    expect(read('compose.yaml').match(/:\/\/\w+:[^@$]+@/)).toBeNull()
  })

  it('runs web and worker with a read-only root, and publishes no port of theirs', () => {
    for (const name of ofGalley)
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], image: services.web?.image })
    expect(services.web?.ports).toBeUndefined()
    expect(services.proxy?.command).toContain(`--to web:${imageEnv.PORT}`)
  })

  it('is of the version in package.json', () => {
    expect(services.web?.image).toBe(`galley:${version}`)
  })
})

type Container = {
  name: string
  image: string
  args?: string[]
  env?: { name: string; value: string }[]
  ports?: { name: string; containerPort: number }[]
  startupProbe?: Probe
  livenessProbe?: Probe
  readinessProbe?: Probe
  resources: { requests: object; limits: object }
  securityContext: object
}
type Probe = { httpGet: { path: string; port: string } }
type Item = {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec: {
    template: { spec: { containers: Container[]; securityContext: object } }
    selector: { matchLabels: object }
    minAvailable: number
  }
}
const items: Item[] = parse(read('deploy/kubernetes/galley.yaml')).items
const models = {
  ConfigMap,
  Deployment,
  Ingress,
  Job,
  PodDisruptionBudget,
  Service: KubernetesService,
}
const podsOf = items.flatMap(({ spec }) => (spec && 'template' in spec ? [spec.template.spec] : []))
const containerOf = (name: string): Container => {
  const found = podsOf.flatMap(({ containers }) => containers).find(container => container.name === name)
  if (!found) throw new Error(`no container ${name}`)
  return found
}

describe('The manifests for Kubernetes', () => {
  it.each(items.map(item => [`${item.kind} ${item.metadata.name}`, item] as const))(
    'have a %s that its schema accepts',
    (_name, item) => {
      const Model = models[item.kind as keyof typeof models]
      expect(() => new Model(item as never).validate()).not.toThrow()
    },
  )

  it('are refused by that schema with a probe of another shape', () => {
    const item = structuredClone(items.find(({ metadata }) => metadata.name === 'galley-web'))
    const [web] = item?.spec.template.spec.containers ?? []
    Object.assign(web?.readinessProbe?.httpGet ?? {}, { port: ['http'] })
    expect(() => new Deployment(item as never).validate()).toThrow(/port/)
  })

  it('set only variables that Galley reads, and no secret', () => {
    const config = Object.entries(items.find(({ kind }) => kind === 'ConfigMap')?.data ?? {})
    const env = podsOf.flatMap(({ containers }) => containers.flatMap(({ env = [] }) => env))
    expect(unread([...config.map(([name]) => name), ...env.map(({ name }) => name)])).toEqual([])
    expect(config.filter(isFixedSecret)).toEqual([])
    expect(env.map(({ value }) => value)).toEqual(ofGalley)
  })

  it('ask web and worker whether they live, and web whether it is ready, at the ports of the image', () => {
    const health = (port: string) => ({ httpGet: { path: '/api/health', port } })
    const ports = [
      { name: 'http', containerPort: Number(imageEnv.PORT) },
      { name: 'metrics', containerPort: Number(imageEnv.METRICS_PORT) },
    ]
    expect(containerOf('web')).toMatchObject({
      ports,
      startupProbe: health('http'),
      livenessProbe: health('http'),
      readinessProbe: { httpGet: { path: '/api/ready', port: 'http' } },
    })
    expect(containerOf('worker')).toMatchObject({
      ports: ports.slice(1),
      startupProbe: health('metrics'),
      livenessProbe: health('metrics'),
    })
  })

  it('run every container of the image as a user other than root, with a read-only root', () => {
    expect(podsOf).toHaveLength(3)
    for (const { securityContext, containers } of podsOf) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 })
      for (const container of containers)
        expect(container).toMatchObject({
          image: services.web?.image,
          resources: { requests: { memory: expect.any(String) }, limits: { memory: expect.any(String) } },
          securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
        })
    }
  })

  it('keep one web and one worker while nodes are drained', () => {
    for (const part of ofGalley) {
      const [budget, deployment] = ['PodDisruptionBudget', 'Deployment'].map(kind =>
        items.find(item => item.kind === kind && item.metadata.name === `galley-${part}`),
      )
      expect(budget?.spec).toEqual({ minAvailable: 1, selector: deployment?.spec.selector })
    }
  })

  it('migrate in a job named after the version', () => {
    expect(containerOf('migrate').args).toEqual(['server/src/cli.ts', 'migrate'])
    const job = items.find(({ kind }) => kind === 'Job')
    expect(job?.metadata.name).toBe(`galley-migrate-${version.replaceAll('.', '-')}`)
  })
})
