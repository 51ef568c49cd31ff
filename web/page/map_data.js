// The bundler puts the files of maps/ here: their names, and their text deflated in base64.

export const mapData = {};
