// In place of undici, a quarter of the whole program: the agent's proxy speaks through Node's own client (gateway/web/proxy.ts)
// and only names the other one.
export {}
