import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { CounterScreen } from '../../../src/counter/counter.tsx'
import { type Fake, fakePorts } from './fake.ts'

declare global {
  interface Window {
    fake: Fake
  }
}

const query = new URLSearchParams(location.search)
const given = (name: string) => JSON.parse(query.get(name) ?? '{}')
const { ports, fake } = fakePorts(query.get('viewer') === '1', { counterKeys: given('keys'), ...given('area') })
window.fake = fake

const App = () => {
  const [link, setLink] = useState({ online: true, agent: true })
  fake.setLink = setLink
  return <CounterScreen ports={ports} link={link} />
}

createRoot(document.getElementById('root')!).render(<App />)
