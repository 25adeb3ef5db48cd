/**
 * The animals that are for sale, on a page: a list, a form to add one, and an error if the store does not respond.
 */
import type { AnimalStore } from './animal-store.ts'

const markup = `
  <p role="status"></p>
  <p role="alert" hidden></p>
  <button name="again" hidden>Try again</button>
  <ul></ul>
  <form>
    <input name="name" aria-label="Name">
    <button name="add">Add</button>
  </form>`

/** Fills the element, and resolves when the first list has loaded or failed. */
export const showAnimals = async (element: HTMLElement, store: AnimalStore): Promise<void> => {
  element.innerHTML = markup
  const status = find(element, '[role=status]')
  const alert = find(element, '[role=alert]')
  const again = find(element, '[name=again]')
  const list = find(element, 'ul')
  const nameInput = find<HTMLInputElement>(element, '[name=name]')

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    alert.hidden = again.hidden = true
    try {
      await work()
    } catch (error) {
      alert.textContent = error instanceof TypeError ? 'The store cannot be reached.' : String(Object(error).message)
      alert.hidden = false
    }
  }
  const load = async (): Promise<void> => {
    status.textContent = 'Loading…'
    await attempt(async () => {
      const animals = await store.list({ status: 'available' })
      list.replaceChildren(...animals.map(({ name }) => createItem(name)))
    })
    again.hidden = alert.hidden
    status.textContent = list.children.length === 0 && alert.hidden ? 'No animals are for sale.' : ''
  }
  const add = (): Promise<void> =>
    attempt(async () => {
      await store.add({ name: nameInput.value, categoryId: 1, status: 'available' })
      nameInput.value = ''
      await load()
    })

  again.addEventListener('click', load)
  find(element, 'form').addEventListener('submit', (event) => {
    event.preventDefault()
    void add()
  })
  await load()
}

const createItem = (text: string): HTMLLIElement => {
  const item = document.createElement('li')
  item.textContent = text
  return item
}

const find = <Kind extends HTMLElement>(element: HTMLElement, selector: string): Kind => {
  const found = element.querySelector<Kind>(selector)
  if (!found) throw new TypeError(`the markup has no ${selector}`)
  return found
}
