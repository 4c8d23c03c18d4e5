import { describe, expect, it } from 'vitest'
import { doubtfulNames } from './doubtful-names.ts'

const settings = ['PORT', 'HOST', 'DEMO', 'METRICS_TOKEN', 'SMTP_URL', 'SELLER_EMAIL', 'SELLER_PASSWORD', 'LOG_LEVEL']
const named = (env: Record<string, string>) => doubtfulNames(env, settings)

describe('names in the environment', () => {
  it.each([
    ['METRICS_TOKEM', 'METRICS_TOKEN'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['METRICSTOKEN', 'METRICS_TOKEN'],
    ['metrics_token', 'METRICS_TOKEN'],
    ['SELLER_EMIAL', 'SELLER_EMAIL'],
    ['SELER_PASSWORD', 'SELLER_PASSWORD'],
    ['PROT', 'PORT'],
    ['LOG_LEVLE', 'LOG_LEVEL'],
  ])('%s is asked about: %s?', (name, setting) => {
    expect(named({ [name]: 'x' })).toEqual([
      `${name} is not a setting of the shop and does nothing. Did you mean ${setting}?`,
    ])
  })

  it('that begin like ours are told with what there is', () => {
    expect(named({ SMTP_HOST: 'mail', SELLER_NAME: 'Asha' })).toEqual([
      'SMTP_HOST is not a setting of the shop and does nothing. What begins with SMTP_ is SMTP_URL',
      'SELLER_NAME is not a setting of the shop and does nothing. What begins with SELLER_ is SELLER_EMAIL, SELLER_PASSWORD',
    ])
  })

  it.each([
    'PORT',
    'PATH',
    'HOME',
    'HOSTNAME',
    'PWD',
    'LOG_FILE',
    'NODE_OPTIONS',
    'NODE_COMPILE_CACHE',
    'MALLOC_ARENA_MAX',
    'TZ',
    'LANG',
    'X'.repeat(5000),
  ])('%s is passed over', (name) => {
    expect(named({ [name]: 'x' })).toEqual([])
  })

  it('that are empty count as unset', () => {
    expect(named({ METRICS_TOKEM: '' })).toEqual([])
  })
})
