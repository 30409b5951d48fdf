export const App = () => <p>医保云</p>
