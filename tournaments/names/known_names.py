"""Given names of Spain, and names that are also surnames. Plain Python; every word is folded.

Castilian, Catalan, Galician and Basque names, with usual diminutives.
"""

from tournaments.names.people import words_in

MEN = words_in("""
    aaron abel abelardo adan adolfo adria adrian agustin aitor albert alberto alejandro alejo
    alex alexander alexandre alexis alfons alfonso alfredo alonso alvaro anastasio ander
    anderson andoni andres andreu andy angel anselmo anthony anton antoni antonio antxon
    aparicio armando arnal arnau arsenio artur arturo asier asis augusto aureliano aurelio axel
    baltasar bartolome basilio bautista beltran benedicto benito bernabe bernal bernardino
    bernardo bernat bieito blas bonifacio borja brais brandon braulio brayan breixo bruno bryan
    byron calasanz candido carles carlos carmelo casimiro cayetano cecilio celestino cesar
    cesareo chema chus cipriano ciriaco claudio clemente constancio constantino cosme cristian
    cristobal damian daniel dario david delfin demetrio desiderio diego dionisio domingo dylan
    eder edgar edison edmundo eduard eduardo edwin efren eladio elias eliseo elkin eloy elvis
    emili emiliano emilio eneko enric enrique epifanio erick erik ernest ernestino ernesto
    esteban estebe eudaldo eufemio eugeni eugenio eusebio eustaquio evangelista evaristo
    ezequiel fabian fabricio faustino federico feliciano felip felipe felix fermin fernando
    ferran fidel florencio florentino fortunato fran francesc francisco freddy froilan fulgencio
    gabino gabriel gaizka gaspar genaro geovanny gerard gerardo german gervasio gil gines
    ginesio giovanni gonzaga gonzalo gorka gregorio guillem guillen guillermo gumersindo gustavo
    hamid hamza hassan heber hector heliodoro henry heraclio herminio hernan higinio hilario
    hipolito honorio hugo humberto iago ibai ibrahim ignacio ignasi igor iker ildefonso imanol
    inaki inazio inigo inocencio isaac isidoro isidre isidro ismael ivan jacinto jacobo jaime
    jaume javi javier jefferson jeison jenaro jeronimo jesus jhon jhonatan joan joanes joaquim
    joaquin joel john johnny jon jonathan jordi jorge jose josean josema josemari josep joseph
    joshua josu joxe juan juanjo juanma julian julio justino justo kenneth kepa kevin kike koldo
    ladislao laureano lazaro leandro leon leonardo leoncio leonel leopoldo lisardo lluc lluis
    lois lorenc lorenzo lucas luciano lucio luis macario manel manoel manolo manu manuel marc
    marcel marcelino marcelo marcial marco marcos mariano mario marlon marti martin mateo mateu
    matias mauricio maximino maximo melchor michael miguel mikel millan milton miquel modesto
    mohamed mohammed moises mustafa nacho nando narcis narciso nazario nemesio nepomuceno nestor
    nicanor nicolas nicolau norberto octavio oier omar oriol orlando oscar osvaldo oswaldo pablo
    paco pantaleon pascual pau paulino pedro peio pepe pere perfecto placido policarpo primitivo
    prudencio quim quique rachid rafa rafael rafel raimon raimundo ramiro ramon rashid raul
    ricard ricardo rigoberto robert roberto rodolfo rodrigo rogelio roger roman ronald roque
    rosendo ruben rufino sabino said salustiano salvador samir samuel sancho santi santiago
    saturnino saul sebastian sebastien segundo serafin sergi sergio servando severiano severino
    silverio silvestre simeon simon sixto stalin steven stiven tadeo telesforo teodoro teofilo
    tomas toni toribio txema ubaldo unai urbano valentin valentino valeriano valerio valero
    venancio vicenc vicent vicente victor victoriano victorino vidal virgilio walter wenceslao
    wilmer wilson xabi xabier xavi xavier xoan xoaquin xose xulio xurxo yago yeison yerai yeray
    youssef yusuf zacarias zenon
""")
WOMEN = words_in("""
    abigail adela adelaida adelina adoracion adriana africa agata agnes agueda agurtzane aicha
    aida aina ainara ainhoa ainoa aitana aitziber alba alejandra alejandrina alicia almudena
    alodia amaia amalia amanda amaya amelia amparo ana anabel anabelen anastasia andrea andreea
    andresa ane angela angeles angelines angelita angels angie angustias anna anne antonia
    anunciacion anxos araceli arantxa arantza arantzazu aranzazu ariadna ascen ascension asun
    asuncion aurea aurelia aurora azahara azucena barbara beatriz begona begonia belen benita
    berta bibiana blanca brigida cabeza camila camino candela candelaria caridad carla carlota
    carme carmela carmele carmen carmina carolin carolina casilda catalina cecilia celeste celia
    charo cinta clara claudia concepcion conchi conchita consol consolacion consuelo coral
    covadonga cristina cruz custodia daisy daniela davinia delfina delia desamparados diana
    digna dolores dolors dominica edurne elena eli elia elisa elisabet elisabeth elisenda eloisa
    elsa elvira emilia emma encarna encarnacion enriqueta ernestina esmeralda esperanza
    estefania estela ester esther estibaliz estrella eugenia eulalia eva fatima felicidad felisa
    fernanda fernandina filomena fina flor flora francesca francisca fuencisla fuensanta
    gabriela gadea garazi gema gemma genoveva georgina gertrudis gisela gloria goretti gracia
    guadalupe guiomar hanane helena herminia hortensia idoia idoya ignacia ines inma inmaculada
    irati irene iria iris isabel isidra itxaso itziar izaskun jacinta jana jennifer jenny jesica
    jessica jessika joana joaquina johanna jone josefa josefina josune juana juani judit judith
    julia juliana julieta justa karen karina karla karmele katherine katia khadija kimberly laia
    lara laura leidy leire leonor leticia leyre lidia lizeth llanos lola loli lorea lorena
    loreto lourdes lucia luciana lucrecia luisa lupe lurdes luz macarena magdalena maialen maica
    maika maitane maite malena mamen manoli manuela mar marcela margalida margarida margarita
    mari maria mariana mariangeles maribel maricarmen marijose marilo mariluz marimar marina
    maripili marisa marisol marivi marta martina matilde maura maya mayra mayte melissa merce
    mercedes merche micaela michelle mihaela milagros mireia miren mireya miriam modesta monica
    monserrat montse montserrat naiara nancy natalia nathalia nati natividad nekane nerea neus
    nieves noelia noemi nora nuria obdulia olaia olalla olatz olaya olga olivia olvido orosia
    paca paola paqui paquita patricia patrocinio paula paulina paz pepa pepi perpetua petra
    piedad pilar pilarin pili piluca prado presentacion puri purificacion puy raquel rebeca
    regina reme remedios reyes rita rocio romina rosa rosalia rosalina rosana rosario rosaura
    roser rosita rufina ruth sabela sabina sabrina sagrario salome salud samira sandra sara
    sarai saray shirley silvia simona sofia sol soledad sonia sonsoles soraya stephanie susana
    tamara tania tatiana teodora tere teresa tomasa tremedal tricia trini trinidad txaro uxia
    valentina valeria valle vanesa vanessa vega ventura veronica vicenta victoria virginia
    virtudes visitacion viviana wendy xiana ximena yaiza yenny yesenia yessica yoana yolanda
    yuliana yurena zaida zoraida zulema zulma zurine
""")
GIVEN_NAMES = MEN | WOMEN
# These may be the second name of a man or of a woman: «José María», «María José».
UNISEX_NAMES = words_in("jesus jose maria xose")
# Names that are also surnames. After «José», «María» or another first part of compound names, each
# is more often a second given name than a surname.
SURNAMES_TOO = words_in("""
    agustin alfonso andres cabeza camino cristobal cruz damian diego domingo elena elias elvira
    felipe fermin gabriel german gracia jacinto jaime jeronimo joan jorge juan julian julio
    lorenzo marina matias miguel nicolas nieves pablo paz pedro ramon reyes salvador sol tadeo
    tomas vicenc vicent vicente
""")
# With one surname after them, these are second given names only after an initial or a name of
# FIRST_BEGINNINGS («José», «María»…). After any other name they are surnames.
SURNAMES = words_in("""
    alba anderson arnau aurelio bartolome benito bernabe blas borja bruno candela candido cosme
    esteban fabian ferran gaspar gines gonzalo gregorio hamid hassan henry hilario inigo isidro
    justo lucas marcos mateo mateu melchor michael milton miquel mustafa omar oriol pascual pere
    rachid rodrigo roman roque ruben sabino said salome santiago sebastian segundo silvestre
    simon urbano valentin ventura walter wilson
""")
# With one word after them, these are surnames even after «José»: «José Martín Gil».
COMMON_SURNAMES = words_in("""
    alonso andreu anton aparicio arnal bautista beltran benedicto bernal bernat clemente gil
    guillem guillen lazaro leon llanos mar marco marti martin maya millan monserrat nicolau
    prado sancho valero valle vega vidal
""")
# First parts of most compound names. A name of FIRST_BEGINNINGS has more second parts.
BEGINNINGS = words_in("""
    angel antonio carlos francisco jesus lluis luis manuel miguel pedro victor
""")
FIRST_BEGINNINGS = words_in("joan jose josep juan maria xoan xose")
# Abbreviations of given names after `fold_text`, which makes «Mª» «ma» and «Fº» «fo».
ABBREVIATIONS = {
    "ma": "maria",
    "mari": "maria",
    "fco": "francisco",
    "frco": "francisco",
    "fo": "francisco",
    "ant": "antonio",
    "anto": "antonio",
    "mnel": "manuel",
    "jav": "javier",
    "fdo": "fernando",
    "vte": "vicente",
    "gmo": "guillermo",
    "dgo": "domingo",
}
# Words after «María de» or «María del»: titles of the Virgin.
VIRGINS = words_in("""
    africa almudena amparo angeles angels anxos araceli asuncion belen cabeza camino candelaria
    caridad carme carmen concepcion consolacion consuelo covadonga cruz desamparados dolores
    dolors encarnacion esperanza estrella fatima flor fuensanta gracia guadalupe inmaculada
    jesus llanos loreto lourdes luz mar merce mercedes milagros montserrat nieves nuria o olvido
    paz piedad pilar prado puy remedios reyes rocio rosario sagrario salud sol soledad tremedal
    valle victoria virtudes visitacion
""")
# The second parts of saints' names by their first part, with or without «de»: «Francisco de Asís».
SAINTS = {
    "antonio": words_in("padua"),
    "francisco": words_in("asis borja paula sales"),
    "ignacio": words_in("loyola"),
    "jose": words_in("arimatea calasanz"),
    "juan": words_in("bautista dios evangelista nepomuceno"),
    "luis": words_in("gonzaga"),
    "rosa": words_in("lima"),
    "teresa": words_in("jesus"),
    "tomas": words_in("aquino"),
}
