// Customers. Each is computed from their first day and their number on that day, so that none depends on the others.
import { day_number, moment_of } from './calendar.ts'
import { handle_of } from './catalog.ts'
import { chance } from './random.ts'
import type { Customer, Day, Place } from './types.ts'

const given =
  'María Guadalupe Sofía Valentina Ximena Fernanda Daniela Andrea Paola Mariana Lucía Camila Regina Gabriela Adriana Verónica Alejandra José Luis Carlos Miguel Juan Diego Santiago Mateo Emiliano Alejandro Ricardo Eduardo Fernando Jorge Raúl Iván'.split(
    ' ',
  )
const family =
  'Hernández García Martínez López González Pérez Rodríguez Sánchez Ramírez Cruz Flores Gómez Morales Vázquez Reyes Jiménez Torres Díaz Gutiérrez Ruiz Mendoza Aguilar Ortiz Castillo Romero Álvarez Chávez Rivera Juárez Domínguez'.split(
    ' ',
  )
const mail_hosts = ['example.com', 'example.org', 'example.net']

/** Share of customers in percent, city, province, country, and the start of the postal code. */
type PlaceShare = [number, string, string, string, string]
export interface Region {
  places: PlaceShare[]
  /** The start of phone numbers. */
  dial: string
}

const home_places: PlaceShare[] = [
  [34, 'Ciudad de México', 'Ciudad de México', 'MX', '06'],
  [14, 'Guadalajara', 'Jalisco', 'MX', '44'],
  [12, 'Monterrey', 'Nuevo León', 'MX', '64'],
  [8, 'Puebla', 'Puebla', 'MX', '72'],
  [7, 'Querétaro', 'Querétaro', 'MX', '76'],
  [6, 'Mérida', 'Yucatán', 'MX', '97'],
  [5, 'Toluca', 'Estado de México', 'MX', '50'],
  [4, 'León', 'Guanajuato', 'MX', '37'],
  [3, 'Oaxaca de Juárez', 'Oaxaca', 'MX', '68'],
  [3, 'Los Angeles', 'California', 'US', '900'],
  [2, 'San Antonio', 'Texas', 'US', '782'],
  [2, 'Chicago', 'Illinois', 'US', '606'],
]

const home: Region = { places: home_places, dial: '+5255' }

const person_id = (day: Day, slot: number): string => `6${day_number(day)}${String(slot).padStart(4, '0')}`

/** Slots from here on are people who left an email address without buying. */
export const reader_slot = 5000

export function create_person(seed: number, day: Day, slot: number, { places, dial }: Region = home): Customer {
  const dice = chance(seed, 'person', day, slot)
  const first_name = dice.pick(given)
  const last_name = `${dice.pick(family)} ${dice.pick(family)}`
  const [, city, province, country_code, zip] = places[dice.weighted(places.map((place) => place[0]))]!
  const digits = String(dice.whole(10_000_000, 99_999_999))
  const place: Place = { city, province, country_code, zip: zip + digits.slice(0, 5 - zip.length) }
  const id = person_id(day, slot)
  const phone = country_code === 'US' ? `+1210${digits.slice(0, 7)}` : dial + digits
  return {
    id,
    first_name,
    last_name,
    email: `${handle_of(first_name)}.${handle_of(last_name).split('-')[0]}.${id.slice(-7)}@${dice.pick(mail_hosts)}`,
    phone: dice.yes(0.82) ? phone : null,
    place,
    accepts_marketing: slot >= reader_slot || dice.yes(0.13),
    created_at: moment_of(day, dice.next()),
    orders_count: 0,
    spent_cents: 0,
  }
}
