import { expect, it } from 'vitest'
import { indianStates } from './addresses.rules.ts'
import { findPinPlace } from './pin-codes.ts'

it.each([
  ['110001', 'Delhi', 'Delhi'],
  ['560038', 'Karnataka', 'Bengaluru'],
  ['560 038', 'Karnataka', 'Bengaluru'],
  ['560103', 'Karnataka', 'Bengaluru'],
  ['400001', 'Maharashtra', 'Mumbai'],
  ['400601', 'Maharashtra', 'Thane'],
  ['400703', 'Maharashtra', 'Navi Mumbai'],
  ['411001', 'Maharashtra', 'Pune'],
  ['700001', 'West Bengal', 'Kolkata'],
  ['600001', 'Tamil Nadu', 'Chennai'],
  ['500001', 'Telangana', 'Hyderabad'],
  ['302001', 'Rajasthan', 'Jaipur'],
  ['682001', 'Kerala', 'Kochi'],
  ['682555', 'Lakshadweep', 'Kavaratti'],
  ['781001', 'Assam', 'Guwahati'],
  ['190001', 'Jammu and Kashmir', 'Srinagar'],
  ['194101', 'Ladakh', 'Leh'],
  ['744101', 'Andaman and Nicobar Islands', 'Port Blair'],
  ['605001', 'Puducherry', 'Puducherry'],
  ['609602', 'Puducherry', 'Karaikal'],
  ['673310', 'Puducherry', 'Mahe'],
  ['533464', 'Puducherry', 'Yanam'],
  ['403001', 'Goa', 'Panaji'],
  ['403601', 'Goa', 'Margao'],
  ['160017', 'Chandigarh', 'Chandigarh'],
  ['160055', 'Punjab', 'Mohali'],
  ['248001', 'Uttarakhand', 'Dehradun'],
  ['247667', 'Uttarakhand', 'Roorkee'],
  ['247001', 'Uttar Pradesh', 'Saharanpur'],
  ['226001', 'Uttar Pradesh', 'Lucknow'],
  ['834001', 'Jharkhand', 'Ranchi'],
  ['800001', 'Bihar', 'Patna'],
  ['492001', 'Chhattisgarh', 'Raipur'],
  ['530001', 'Andhra Pradesh', 'Visakhapatnam'],
  ['396210', 'Dadra and Nagar Haveli and Daman and Diu', 'Daman'],
  ['362520', 'Dadra and Nagar Haveli and Daman and Diu', 'Diu'],
  ['737101', 'Sikkim', 'Gangtok'],
  ['797001', 'Nagaland', 'Kohima'],
])('%s is in %s, %s', (zipcode, state, city) => {
  expect(findPinPlace(zipcode)).toEqual({ state, city })
})

it.each([
  ['171201', 'Himachal Pradesh'],
  ['572216', 'Karnataka'],
  ['246401', 'Uttarakhand'],
  ['682551', 'Lakshadweep'],
  ['744202', 'Andaman and Nicobar Islands'],
])('%s is in %s, in which town is not said', (zipcode, state) => {
  expect(findPinPlace(zipcode)).toEqual({ state })
})

it.each(['', '5600', '56003a', '060038', '5600381', '605101', '900056'])('%j tells nothing', (zipcode) => {
  expect(findPinPlace(zipcode)).toBeUndefined()
})

it('knows all states and union territories', () => {
  const known = new Set<string>()
  for (let first = 1000; first <= 9999; first += 1)
    for (const rest of ['01', '10', '20', '51', '55']) known.add(findPinPlace(`${first}${rest}`)?.state ?? '')
  known.delete('')
  expect([...known].sort()).toEqual([...indianStates])
})
