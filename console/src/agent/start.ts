export const startAgent = () => undefined
export const connect = async (_asked: boolean) => undefined
export const refreshDevices = async () => undefined
export const repairDrivers = async () => undefined
