/* A match played with the TypeScript client of openapi-generator. Arguments: the client's index,
   the address, a token. */

const [index, address, token] = Deno.args;
const api = await import(index);
const configuration = new api.Configuration({ basePath: address, apiKey: `Token ${token}` });
const matches = new api.MatchesApi(configuration);
const rounds = new api.RoundsApi(configuration);

const { slug } = await new api.TournamentsApi(configuration).tournamentsCreate({
  tournamentBodyRequest: {
    name: "typescript-fetch",
    startsAt: new Date("2026-08-16T16:00:00Z"),
    tables: 2,
    game: "guinote",
    preset: "dos_cotos_de_3",
    format: "knockout",
  },
});
for (const names of [["Ana Gil", "Eva Roche"], ["Paco Sanz", "Luis Tena"]]) {
  const players = names.map((name) => ({ name }));
  await new api.EntriesApi(configuration).tournamentsEntriesCreate({ slug, entryBodyRequest: { players } });
}
await rounds.tournamentsRoundsCreate({ slug });
await rounds.tournamentsRoundsPublishCreate({ slug, serial: 1, publishBodyRequest: {} });
const { code } = (await matches.tournamentsMatchesList({ slug })).results[0];
const hand = { kind: "coto", partidas: [3, 1] };
let record;
for (const number of [1, 2]) {
  record = await matches.tournamentsMatchesHandsCreate({ slug, code, lineBodyRequest: { number, hand } });
}
if (JSON.stringify(record.steps[0].hand) !== JSON.stringify(hand)) throw new Error(JSON.stringify(record));
if (!record.over || record.winner !== "A") throw new Error(JSON.stringify(record));
const [first, last] = (await new api.StandingsApi(configuration).tournamentsStandingsList({ slug })).results;
console.log(first.place, last.place);
