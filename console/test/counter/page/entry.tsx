import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { CounterScreen } from '../../../src/counter/counter.tsx'
import { type Fake, fakePorts } from './fake.ts'

declare global {
  interface Window {
    fake: Fake
  }
}

const { ports, fake } = fakePorts(new URLSearchParams(location.search).get('viewer') === '1')
window.fake = fake

const App = () => {
  const [link, setLink] = useState({ online: true, agent: true })
  fake.setLink = setLink
  return <CounterScreen ports={ports} link={link} />
}

createRoot(document.getElementById('root')!).render(<App />)
