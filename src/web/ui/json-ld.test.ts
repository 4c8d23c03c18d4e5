import { expect, test } from 'vitest'
import { escapeJson } from './json-ld.tsx'

test('cannot end the script it stands in, and stays the same data', () => {
  const data = { name: '</script><script>alert(1)</script> & \u2028 \u2029 <!--' }
  const json = escapeJson(data)
  expect(json).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual(data)
})
